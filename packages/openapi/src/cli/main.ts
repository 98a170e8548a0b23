#!/usr/bin/env node
// `decorest-openapi`.
import { runProcess } from './command-result.js';
import { writeDocument } from './write-document.js';

runProcess(writeDocument);
