import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '#web/ui/navigation.tsx';

/**
 * The token of a link from a mail. It is in the fragment, which is sent to no server, and leaves the address bar and the
 * history at once.
 */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  useEffect(() => {
    if (!hash) return;
    setToken(hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}
