import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const own = 'packages/*/src/**/*.ts';
const tests = ['**/*.test.ts', 'test/**/*.ts'];

export default defineConfig(
  globalIgnores([
    'benchmarks/',
    '**/dist/',
    'packages/koa/swagger-ui/',
    '**/node_modules/',
    'coverage/',
    '.nx/',
    'test/install/apps/',
    'test/typed-client/generated/',
  ]),
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.cts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  { files: ['**/*.cts'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        module: 'writable',
        require: 'readonly',
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  {
    // Scripts of the documentation page, which see each other's functions.
    files: ['packages/koa/docs-page/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: { document: 'readonly', matchMedia: 'readonly' },
    },
    rules: { 'no-unused-vars': ['error', { vars: 'local' }] },
  },
  {
    files: [own],
    ignores: tests,
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: false, skipComments: false }],
      'max-params': ['error', { max: 4 }],
    },
  },
  {
    files: [own],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^\\.{1,2}(/.*)?/index(\\.js)?$|^\\.{1,2}/?$',
              message: 'Inside a package import the file that has it, never an index.',
            },
          ],
        },
      ],
    },
  },
  {
    files: tests,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // Typed by what its test generates; tsc checks it there.
    files: ['test/typed-client/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  prettier,
);
