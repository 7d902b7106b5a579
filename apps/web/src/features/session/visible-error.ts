/**
 * LOGIN-09: a field shows its error only after the person has left it once. Submitting also shows the errors of fields
 * with a value; for empty fields the form shows one message.
 */
export function visibleError(
  error: string | undefined,
  field: { touched: boolean; submitted: boolean; value: string },
): string | undefined {
  return field.touched || (field.submitted && field.value !== '') ? error : undefined;
}
