#!/usr/bin/env node
// `decorest-advise`.
import { printAdvice } from './print-advice.js';
import { runProcess } from './command-result.js';

runProcess(printAdvice);
