import { ERRORS, type ErrorBody, type ErrorCode, type ErrorParams } from '@kinreel/contracts';

interface Details {
  fields?: Record<string, string>;
  cause?: unknown;
  params?: Readonly<Record<string, number>>;
}

/** Params are required where the contracts name some. */
type DetailsOf<Code extends ErrorCode> =
  ErrorParams<Code> extends undefined ? [details?: Details] : [details: Details & { params: ErrorParams<Code> }];

/** An expected error that is sent to the client. Status, message and params are defined in the contracts by its code. */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly params: ErrorParams<Code>;
  readonly fields: Record<string, string> | undefined;

  constructor(code: Code, ...[details]: DetailsOf<Code>) {
    super(ERRORS[code].message, { cause: details?.cause });
    this.code = code;
    this.params = details?.params as ErrorParams<Code>;
    this.fields = details?.fields;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toBody(): ErrorBody {
    const { code, message, params, fields } = this;
    return { code, message, ...(params && { params }), ...(fields && { fields }) };
  }
}
