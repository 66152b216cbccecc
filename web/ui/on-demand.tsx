import { type ComponentType, memo, useEffect, useState } from 'react';
import { InlineFailure } from '#web/ui/inline-failure.tsx';
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
 * Any other part then offers another attempt in its place.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType<Props>,
): ComponentType<Props & Closable> {
  let loaded: ComponentType<Props> | undefined;
  function OnDemand(props: Props & Closable) {
    const [Component, setComponent] = useState(() => loaded);
    const [part] = useState(() => ({}));
    const [hasFailed, setFailed] = useState(false);
    const { onClose } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the module is loaded once in each attempt.
    useEffect(() => {
      if (Component || hasFailed) return;
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
          if (!onClose) return setFailed(true);
          notifyNotLoaded();
          onClose();
        },
      );
      return () => {
        isShown = false;
        awaitedParts.delete(part);
      };
    }, [hasFailed]);
    // Runs after the effects of the component, which begin its requests.
    useEffect(() => {
      if (Component) awaitedParts.delete(part);
    }, [Component, part]);
    if (Component) return <Component {...props} />;
    if (hasFailed) return <InlineFailure text={NOT_LOADED} onRetry={() => setFailed(false)} />;
    return Placeholder ? <Placeholder {...props} /> : null;
  }
  return memo(OnDemand) as unknown as ComponentType<Props & Closable>;
}

/** For a module that did not arrive. */
export function notifyNotLoaded(): void {
  showToast({ title: 'Error', description: NOT_LOADED, destructive: true });
}

export const NOT_LOADED =
  'No se pudo cargar esta parte de la página. Revisa tu conexión e intenta nuevamente; si sigue igual, recarga la página.';
