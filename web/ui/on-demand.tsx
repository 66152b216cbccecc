import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from '#web/ui/toast.ts';

interface Closable {
  onClose?: () => void;
}

/** One entry for each part that is shown and whose module is under way. */
const awaitedParts = new Set<object>();

export const isAwaitingPart = (): boolean => awaitedParts.size > 0;

/**
 * A component whose module is loaded when it is first shown, so that the screen around it loads less. While the module is
 * under way nothing is shown, or the placeholder. A dialog whose module does not arrive is closed, and can be opened again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
): ComponentType<Props & Closable> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props & Closable) {
    const [Component, setComponent] = useState(() => loaded);
    const [part] = useState(() => ({}));
    const { onClose } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the module is loaded once.
    useEffect(() => {
      if (Component) return;
      let isShown = true;
      awaitedParts.add(part);
      load().then(
        (component) => {
          loaded = component;
          if (isShown) setComponent(() => component);
        },
        () => {
          awaitedParts.delete(part);
          if (!isShown) return;
          notifyNotLoaded();
          onClose?.();
        },
      );
      return () => {
        isShown = false;
        awaitedParts.delete(part);
      };
    }, []);
    // Runs after the effects of the component, which begin its requests.
    useEffect(() => {
      if (Component) awaitedParts.delete(part);
    }, [Component, part]);
    if (Component) return <Component {...props} />;
    return Placeholder ? <Placeholder {...props} /> : null;
  };
}

/** For a module that did not arrive. */
export function notifyNotLoaded(): void {
  showToast({ title: 'Error', description: NOT_LOADED, destructive: true });
}

const NOT_LOADED = 'No se pudo cargar esta parte de la página. Revisa tu conexión e intenta nuevamente.';
