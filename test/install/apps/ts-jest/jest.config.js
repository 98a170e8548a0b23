module.exports = { preset: 'ts-jest', testEnvironment: 'node', testMatch: ['**/*.spec.ts'], roots: ['src'] };
