import pg from 'pg';

/**
 * A connection to the embedded PostgreSQL. It never sends the password itself: another program of PostgreSQL's account
 * could listen on the socket in its place and ask for it.
 */
export class ScramClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this;
    connection.on('authenticationCleartextPassword', () =>
      connection.stream.destroy(new Error('the server at the socket asked for the password itself')),
    );
  }
}
