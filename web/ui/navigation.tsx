import type { Ref } from 'react';
import { createContext, use, useCallback } from 'react';
import * as router from 'react-router';

type Address = Partial<router.Path>;

/** What is added to every address to which the application leads. The addresses of an assistant name the professional. */
export const AddressContext = createContext<((address: Address) => Address) | undefined>(undefined);

function useComplete(): (to: router.To) => router.To {
  const complete = use(AddressContext);
  return useCallback(
    (to) => (complete ? complete(typeof to === 'string' ? router.parsePath(to) : to) : to),
    [complete],
  );
}

export function Link({ to, ...props }: router.LinkProps & { ref?: Ref<HTMLAnchorElement> }) {
  const complete = useComplete();
  return <router.Link to={complete(to)} {...props} />;
}

export function NavLink({ to, ...props }: router.NavLinkProps) {
  const complete = useComplete();
  return <router.NavLink to={complete(to)} {...props} />;
}

export function Navigate({ to, ...props }: router.NavigateProps) {
  const complete = useComplete();
  return <router.Navigate to={complete(to)} {...props} />;
}

export function useNavigate() {
  const navigate = router.useNavigate();
  const complete = useComplete();
  return useCallback(
    (to: router.To, options?: router.NavigateOptions) => navigate(complete(to), options),
    [navigate, complete],
  );
}

export function useSearchParams(): ReturnType<typeof router.useSearchParams> {
  const [params, setParams] = router.useSearchParams();
  const complete = use(AddressContext);
  const setCompleted = useCallback<router.SetURLSearchParams>(
    (next, options) => {
      if (!complete) return setParams(next, options);
      setParams((old) => {
        const asked = router.createSearchParams(typeof next === 'function' ? next(old) : next);
        return new URLSearchParams(complete({ search: `?${asked}` }).search);
      }, options);
    },
    [setParams, complete],
  );
  return [params, setCompleted];
}
