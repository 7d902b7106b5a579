import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorParams } from '@kinreel/contracts';
import { errors } from '@kinreel/messages/en/errors';
import { messageByKey } from '@kinreel/messages/message-by-key';

interface Details {
  fields?: Record<string, string>;
  cause?: unknown;
  params?: Readonly<Record<string, number>>;
}

/** Params are required if the contract defines some. */
type DetailsOf<Code extends ErrorCode> =
  ErrorParams<Code> extends undefined ? [details?: Details] : [details: Details & { params: ErrorParams<Code> }];

/**
 * An expected error that is sent to the client. The contracts define status and params, the message catalogue the
 * sentence.
 */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly params: ErrorParams<Code>;
  readonly fields: Record<string, string> | undefined;

  constructor(code: Code, ...[details]: DetailsOf<Code>) {
    super(messageByKey(errors, code, details?.params ?? {}, 'en') ?? code, { cause: details?.cause });
    this.code = code;
    this.params = details?.params as ErrorParams<Code>;
    this.fields = details?.fields;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    const { code, message, params, fields } = this;
    return { code, message, ...(params && { params }), ...(fields && { fields }) };
  }
}
