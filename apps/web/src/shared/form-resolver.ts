import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** The text for an invalid field. */
export type FieldErrorText = (field: string, issue: z.core.$ZodIssue) => string;

/**
 * Validates a flat form with a zod schema. The error texts come from the catalogue, because the schemas of the contracts
 * contain only the English texts of the API.
 */
export function formResolver<Values extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Values>,
  errorText: FieldErrorText,
): Resolver<Values, unknown, Output> {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of result.error.issues) {
      const field = String(issue.path[0]);
      errors[field] ??= { type: issue.code, message: errorText(field, issue) };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
