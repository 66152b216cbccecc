import { readFile } from 'node:fs/promises';
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
  /** What `systemd-analyze security` rates, which is not on every machine. CI runs it with the limit of 3.0. */
  test('closes what the server does not need', async () => {
    expect(await unitDirectives()).toMatchObject({
      User: 'ficha-austral',
      CapabilityBoundingSet: '',
      NoNewPrivileges: 'yes',
      PrivateUsers: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      ProtectProc: 'invisible',
      ProcSubset: 'pid',
      ProtectClock: 'yes',
      ProtectHostname: 'yes',
      ProtectControlGroups: 'yes',
      ProtectKernelLogs: 'yes',
      ProtectKernelModules: 'yes',
      ProtectKernelTunables: 'yes',
      RestrictNamespaces: 'yes',
      RestrictRealtime: 'yes',
      RestrictSUIDSGID: 'yes',
      LockPersonality: 'yes',
      SystemCallArchitectures: 'native',
      UMask: '0077',
    });
  });

  test('leaves what Node and PostgreSQL need', async () => {
    const unit = await unitDirectives();
    expect(unit.MemoryDenyWriteExecute).toBeUndefined();
    expect(unit.SystemCallFilter).toBe('@system-service ; ~@privileged @resources ; setpriority');
    expect(unit.RestrictAddressFamilies?.split(' ')).toEqual(['AF_UNIX', 'AF_INET', 'AF_INET6', 'AF_NETLINK']);
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

  test('runs under an account of its own', async () => {
    const stages = (await read('Dockerfile')).split(/^FROM /m);
    expect(stages.at(-1)).toMatch(/^USER ficha-austral$/m);
  });

  test('trusts Caddy alone, whose address no other container gets', async () => {
    const compose = await read('deploy/compose.yaml');
    const setting = (name: string) => new RegExp(`${name}: (\\S+)$`, 'm').exec(compose)?.[1];
    expect(setting('TRUST_PROXY')).toBe('172.28.57.2');
    expect(setting('ipv4_address')).toBe('172.28.57.2');
    expect(setting('ip_range')).toBe('172.28.57.128/25');
  });
});
