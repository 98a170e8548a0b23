// Rules of class-validator as sentences, for what JSON Schema cannot say.
import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { isLibraryRule } from '../scan/rule-types.js';
import { getArguments, type ValueRule } from '../value-rule.js';

/** A rule as a sentence about the value. Null for a rule that is none of a single value. */
export function describeRule(rule: ValueRule): string | null {
  if (rule.type !== 'customValidation') return null;
  return toSentence(replaceTokens(findMessage(rule), rule));
}

/** The words of class-validator; those of the author for rules that are not its own. */
function findMessage(rule: ValueRule): string {
  const unnamed = `must satisfy the rule ${rule.name ?? 'of the service'}`;
  // A bound that is computed for each request has no words.
  if (getArguments(rule).some((argument) => typeof argument === 'function')) return unnamed;
  const own = findOwnWords(rule);
  const byDefault = () =>
    own === undefined
      ? getConstraint(rule)?.defaultMessage?.(createArguments(rule))
      : `${rule.each ? 'each value in ' : ''}$property ${own}`;
  const byAuthor = () =>
    typeof rule.message === 'function' ? rule.message(createArguments(rule)) : rule.message;
  const [first, second] = isLibraryRule(rule.name) ? [byDefault, byAuthor] : [byAuthor, byDefault];
  return getWords(first) || getWords(second) || unnamed;
}

/** Words for rules whose message depends on the value, or leaves out what the rule asks for. */
function findOwnWords(rule: ValueRule): string | undefined {
  const [first, second] = getArguments(rule);
  switch (rule.name) {
    case 'isLength':
      return second === undefined ? undefined : 'must have $constraint1 to $constraint2 characters';
    case 'isNumber':
      return describePlaces(first);
    case 'arrayContains':
      return 'must contain $constraint1';
    default:
      return undefined;
  }
}

function describePlaces(options: unknown): string | undefined {
  const isGiven = typeof options === 'object' && options !== null && 'maxDecimalPlaces' in options;
  const places = isGiven ? options.maxDecimalPlaces : undefined;
  if (typeof places !== 'number') return undefined;
  return places === 0
    ? 'must be a whole number'
    : `must have at most ${places} decimal ${places === 1 ? 'place' : 'places'}`;
}

/** A message of the author's may need a value. */
function getWords(getMessage: () => unknown): string {
  try {
    const message = getMessage();
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}

function createArguments(rule: ValueRule): ValidationArguments {
  const constraints = [...getArguments(rule)];
  return { value: undefined, constraints, targetName: '', object: {}, property: '$property' };
}

function getConstraint({ constraintCls }: ValueRule): ValidatorConstraintInterface | undefined {
  const [found] = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  return found?.instance;
}

function replaceTokens(words: string, rule: ValueRule): string {
  const args = getArguments(rule);
  return words
    .replace(/\$constraint([0-9]+)/g, (_, place: string) => spellArgument(args[Number(place) - 1]))
    .replace(/\$value/g, 'the value')
    .replace(/^each value in \$property /, 'each item ')
    .replace(/^\$property /, '')
    .replace(/^(each item )?is not /, '$1must be ')
    .replace(/each value in \$property/g, 'each item')
    .replace(/\$property/g, 'the value')
    .replace(/\$target/g, 'the entity');
}

function spellArgument(argument: unknown): string {
  if (argument instanceof Date) return argument.toISOString();
  if (argument instanceof RegExp) return String(argument);
  if (Array.isArray(argument)) return argument.map(spellArgument).join(', ');
  return typeof argument === 'string' ? argument : JSON.stringify(argument);
}

function toSentence(words: string): string {
  const trimmed = words.trim();
  const ended = /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
