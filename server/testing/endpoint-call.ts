/** A call that succeeds for the owner: its ids and its body. One with `params` is also called by another professional. */
export interface EndpointCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The body contains an id of the owner. Another professional who sends it gets 404. */
  bodyIsOwned?: boolean;
  /** What a public endpoint needs in the Authorization header. */
  token?: string;
}
