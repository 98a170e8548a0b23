// A tutorial in Markdown -> what its reader does: writes files, runs commands, compares what they print.

/**
 * The steps in order. A block of `sh` holds commands. A block of `console` holds commands after `$ ` with what they print.
 * Any other is a file, named in code at the end of the sentence in front of it.
 */
export function tutorialSteps(markdown) {
  const blocks = markdown.matchAll(/([^\n]*)\n\n```(\w+)\n([^]*?)^```$/gm);
  return [...blocks].flatMap(([, sentence, language, content]) => stepsOf(sentence, language, content));
}

/** The commands in the blocks of `sh` of any page. */
export function shellCommands(markdown) {
  return [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, content]) => linesOf(content));
}

function stepsOf(sentence, language, content) {
  if (language === 'sh') return linesOf(content).map((command) => ({ command }));
  if (language === 'console') return content.split(/^\$ /m).slice(1).map(consoleStep);
  const [, file] = /`([\w./-]+)`:$/.exec(sentence) ?? [];
  if (file === undefined)
    throw new Error(`No file is named in front of a block of ${language}: "${sentence}"`);
  return [{ file, content }];
}

function consoleStep(text) {
  const [command, ...output] = text.trimEnd().split('\n');
  return { command, output: output.join('\n') };
}

function linesOf(content) {
  return content.trimEnd().split('\n');
}
