import { ERRORS, type ErrorBody, type ErrorCode } from '@kinreel/contracts';

/** A refusal the person is told about. Status and words come from the contracts by its code. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: { fields?: Record<string, string>; cause?: unknown } = {}) {
    super(ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.fields ? { fields: this.fields } : {}) };
  }
}
