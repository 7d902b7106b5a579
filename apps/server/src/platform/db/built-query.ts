import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { GivenValue } from './given-value.ts';

/** Creates a placeholder for a value in a statement. A placeholder that is used several times is sent once. */
export type Given<Input> = <Value>(read: (input: Input) => Value) => RawBuilder<Value>;

/** Maximum number of cached statements per query. The page size, which callers choose, causes several. */
const MAX_STATEMENTS = 200;

/**
 * A query whose SQL is built once instead of per request, which would cost more than sending it.
 * @param query.shape what the SQL text depends on. The building code gets nothing else, so it cannot depend on a value
 *   by mistake.
 */
export function builtQuery<Input, Shape, Row>(query: {
  shape(input: Input): Shape;
  build(db: Db, shape: Shape, given: Given<Input>): CompiledQuery<Row>;
}): (db: Db, input: Input) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery<Row>>();

  function statementFor(db: Db, shape: Shape): CompiledQuery<Row> {
    const key = JSON.stringify(shape);
    const known = statements.get(key);
    if (known) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const built = query.build(db, shape, (read) => sql`${new GivenValue(read)}`);
    statements.set(key, built);
    return built;
  }

  return async (db, input) => {
    const statement = statementFor(db, query.shape(input));
    const parameters = statement.parameters.map((one) => (one instanceof GivenValue ? one.read(input as never) : one));
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}
