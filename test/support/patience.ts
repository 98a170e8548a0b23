// No test is about time: what is slow on a busy machine is not wrong.
jest.setTimeout(180_000);
