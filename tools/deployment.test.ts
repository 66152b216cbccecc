import { readFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (path: string) => readFile(join(import.meta.dirname, '..', path), 'utf8');

/** The last value of each directive. Those that add up, like SystemCallFilter, are joined. */
async function unitDirectives(): Promise<Record<string, string>> {
  const directives: Record<string, string> = {};
  for (const line of (await read('deploy/ficha-austral.service')).split('\n')) {
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) directives[name] = [directives[name], value].filter((part) => part !== undefined).join(' ; ');
  }
  return directives;
}

describe('the systemd unit', () => {
  // CI rates what the unit closes with `systemd-analyze security`.
  test('leaves what Node and PostgreSQL need', async () => {
    const unit = await unitDirectives();
    // V8 compiles JavaScript in memory. Node lists the network interfaces over netlink.
    expect(unit.MemoryDenyWriteExecute).toBeUndefined();
    expect(unit.RestrictAddressFamilies?.split(' ')).toEqual(
      expect.arrayContaining(['AF_UNIX', 'AF_INET', 'AF_INET6', 'AF_NETLINK']),
    );
  });

  test('lets the server stop PostgreSQL by itself, within its ten seconds', async () => {
    const unit = await unitDirectives();
    expect(unit.KillMode).toBe('mixed');
    expect(Number(unit.TimeoutStopSec)).toBeGreaterThan(10);
  });

  test('keeps the data in its state folder, under the account that is created for it', async () => {
    const unit = await unitDirectives();
    expect(unit.Environment).toContain(`DATA_DIR=/var/lib/${unit.StateDirectory}`);
    expect(await read('deploy/ficha-austral.sysusers')).toMatch(new RegExp(`^u ${unit.User} `, 'm'));
  });
});

describe('the container', () => {
  test('contains neither secrets nor data', async () => {
    expect((await read('.dockerignore')).split('\n')).toEqual(expect.arrayContaining(['.env', 'data', '.git']));
  });

  test('runs under the account that its image creates, which owns the data folder', async () => {
    const image = (await read('Dockerfile')).split(/^FROM /m).at(-1) ?? '';
    const account = /^USER (\S+)$/m.exec(image)?.[1];
    expect(account).toBeDefined();
    expect(/useradd .*--uid \d+ .* (\S+) \\$/m.exec(image)?.[1]).toBe(account);
    expect(/install --directory --owner=(\S+) .* (\S+)$/m.exec(image)?.slice(1)).toEqual([
      account,
      /DATA_DIR=(\S+)/.exec(image)?.[1],
    ]);
  });

  test('trusts Caddy alone, whose address no other container gets', async () => {
    const compose = await read('deploy/compose.yaml');
    const setting = (name: string) => new RegExp(`${name}: (\\S+)$`, 'm').exec(compose)?.[1] ?? '';
    const network = (cidr: string) => {
      const [address = '', prefix] = cidr.split('/');
      const addresses = new BlockList();
      addresses.addSubnet(address, Number(prefix));
      return addresses;
    };
    const address = setting('ipv4_address');
    expect(setting('TRUST_PROXY')).toBe(address);
    expect(network(setting('subnet')).check(address)).toBe(true);
    expect(network(setting('ip_range')).check(address)).toBe(false);
  });
});
