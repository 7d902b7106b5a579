import { PostgresDialect, PostgresQueryCompiler } from 'kysely';

/** Placeholder for a value of a statement until it is run (built-query.ts). */
export class GivenValue {
  readonly read: (input: never) => unknown;

  constructor(read: (input: never) => unknown) {
    this.read = read;
  }
}

/** Reuses the parameter number of a placeholder that occurs several times. */
class Compiler extends PostgresQueryCompiler {
  readonly #numbers = new Map<GivenValue, string>();

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#numbers.clear();
    return super.compileQuery(...query);
  }

  protected override appendValue(value: unknown): void {
    const number = value instanceof GivenValue ? this.#numbers.get(value) : undefined;
    if (number === undefined) super.appendValue(value);
    else this.append(number);
    if (value instanceof GivenValue && number === undefined) {
      this.#numbers.set(value, this.getCurrentParameterPlaceholder());
    }
  }
}

/** PostgreSQL dialect with placeholders of built queries. */
export class BuildingDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler();
  }
}
