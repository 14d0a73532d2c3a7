import type { OpenApiProblem, OpenApiSpec } from '@quire/contract';

type ErrorCode = NonNullable<OpenApiSpec['lastProcessErrorCode']>;

/** A source that cannot become a version, with the reasons. */
export class Unusable extends Error {
  override name = 'Unusable';
  constructor(
    readonly code: ErrorCode,
    readonly problems: readonly OpenApiProblem[],
    /** How many there were, told or not. */
    readonly count = problems.length,
  ) {
    super(problems[0]?.message ?? code);
  }
}

export const cannotParse = (message: string, place: Omit<OpenApiProblem, 'message'> = {}) =>
  new Unusable('PARSE_ERROR', [{ message, ...place }]);
