import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A part of the app that is fetched when it is first drawn: a page, a view, a dialog, a menu. It needs a Suspense above
 * it. `load` may be called ahead, when a pointer or the keyboard comes near what opens it.
 * @param name the component's name in the module
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazy(async () => ({ default: (await load())[name] as ComponentType<PropsOf<Module[Name]>> }));
}

/** Handlers for the control that opens a part: fetch it when a person is about to press. */
export function fetchOnIntent(load: () => Promise<unknown>) {
  // Should it fail, the press tries once more.
  const fetchAhead = () => void load().catch(() => null);
  return { onPointerEnter: fetchAhead, onFocus: fetchAhead };
}
