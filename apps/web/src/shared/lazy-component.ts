import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { untilReachable } from './api/reachability.ts';
import { reloadPage } from './reload-page.ts';

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A component whose code is loaded when it first renders. Needs a Suspense boundary above it. Call `load` earlier to
 * preload it, for example on hover (`fetchOnIntent`).
 * @param name name of the component's export
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  return lazy(async () => ({ default: (await importWithRetry(load))[name] as ComponentType<PropsOf<Module[Name]>> }));
}

/**
 * Loads a module. If that fails, waits until the server is reachable and tries again. If a new release has deleted the
 * file, reloads the page.
 * @throws the error of `load` if a reload has just been tried
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = await load().catch(() => null);
  if (module) return module;
  await untilReachable();
  return load().catch(reloadPage);
}

/** Event handlers that preload. */
export type IntentProps = Record<'onPointerEnter' | 'onFocus', () => void>;

/** Props for a control that opens a lazy component: preload it on hover and focus. */
export function fetchOnIntent(load: () => Promise<unknown>): IntentProps {
  // Ignore errors: the click tries again.
  const preload = () => void load().catch(() => null);
  return { onPointerEnter: preload, onFocus: preload };
}
