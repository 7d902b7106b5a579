/**
 * LOGIN-09: a field shows its error only after it has been left once. Sending the form counts as leaving the fields that
 * hold something; the empty ones are told together by the form's own message.
 */
export function visibleError(
  error: string | undefined,
  field: { left: boolean; sent: boolean; value: string },
): string | undefined {
  return field.left || (field.sent && field.value !== '') ? error : undefined;
}
