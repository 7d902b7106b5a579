import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { untilReachable } from './api/reachability.ts';
import { reloadPage } from './reload-page.ts';

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A part of the app that is fetched when it is first drawn: a page, a view, a dialog, a menu. It needs a Suspense above
 * it. `load` may be called ahead, when a pointer or the keyboard comes near what opens it.
 * @param name the component's name in the module
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazy(async () => ({ default: (await importWithRetry(load))[name] as ComponentType<PropsOf<Module[Name]>> }));
}

/**
 * Fetch a part, through a line that breaks, a server that is away for a while and a release that has replaced the file.
 * @throws what `load` failed with, where nothing helps
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  const once = await load().catch(() => null);
  if (once) return once;
  await untilReachable();
  return load().catch(reloadPage);
}

/** Handlers for the control that opens a part: fetch it when a person is about to press. */
export function fetchOnIntent(load: () => Promise<unknown>) {
  // Should it fail, the press tries once more.
  const fetchAhead = () => void load().catch(() => null);
  return { onPointerEnter: fetchAhead, onFocus: fetchAhead };
}
