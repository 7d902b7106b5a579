import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a form was sent with something wrong in it, the focus goes to the first such field on the page. (The form
 * library takes the first one registered, and fields of inner components come late there.)
 * @returns the ref to put on the form
 */
export function useFirstErrorFocus({ submitCount }: { submitCount: number }): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  return form;
}
