import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first invalid field of a submitted form, in page order. (react-hook-form uses the order of
 * registration, which differs for fields in nested components.)
 * @returns ref for the form element
 */
export function useFirstErrorFocus({ submitCount }: { submitCount: number }): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return form;
}
