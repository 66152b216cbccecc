import { mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchDiskFloor } from './disk-floor.ts';
import { freeBytesOf, makeRoomToStart, RESERVE_BYTES, reserveSize } from './disk-reserve.ts';

const MB = 1024 * 1024;

let folder: string;
let free: number;
let lines: string[];
let watched: Awaited<ReturnType<typeof watchDiskFloor>> | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ficha-disk-'));
  lines = [];
});
afterEach(async () => {
  watched?.close();
  await rm(folder, { recursive: true });
});

const watch = async (megabytes: number) => {
  free = megabytes * MB;
  watched = await watchDiskFloor({
    folder,
    floorBytes: 256 * MB,
    report: (line) => lines.push(line),
    freeBytes: async () => free,
  });
  return watched;
};
const becomes = async (megabytes: number) => {
  free = megabytes * MB;
  await watched?.check();
};

test('the free space of a disk is that of the file system', async () => {
  const { bsize, bavail } = await statfs(folder);
  // Other programs write meanwhile.
  expect(Math.abs((await freeBytesOf(folder)) - bavail * bsize)).toBeLessThan(1024 * MB);
  await expect(freeBytesOf(join(folder, 'missing'))).rejects.toThrow(/ENOENT/);
});

test('below the floor the disk is low until there is a little more again, and each change is reported once', async () => {
  const disk = await watch(256);
  expect(disk.isLow()).toBe(false);
  await becomes(255.9);
  expect(disk.isLow()).toBe(true);
  await becomes(200);
  await becomes(260);
  expect(disk.isLow()).toBe(true);
  await becomes(270);
  expect(disk.isLow()).toBe(false);
  expect(lines).toEqual([
    `The disk of ${folder} has 255 MB free, less than DISK_FLOOR_MB=256: writes are refused with 503 and STORAGE_LOW, reads go on. Free some space or enlarge the disk; no restart is needed`,
    `The disk of ${folder} has 270 MB free: writes are accepted again`,
  ]);
});

test('a disk that is low at the start is low from the first moment', async () => {
  expect((await watch(10)).isLow()).toBe(true);
});

test('a disk that cannot be examined is reported once, and keeps its state', async () => {
  let problem: string | undefined;
  const freeBytes = async () => {
    if (problem) throw Object.assign(new Error('no answer'), { code: problem });
    return 100 * MB;
  };
  watched = await watchDiskFloor({ folder, floorBytes: 256 * MB, report: (line) => lines.push(line), freeBytes });
  lines = [];
  problem = 'EIO';
  await watched.check();
  await watched.check();
  expect(lines).toEqual([`The free space of ${folder} cannot be determined or kept: EIO`]);
  expect(watched.isLow()).toBe(true);
});

describe('the reserve', () => {
  const path = () => join(folder, 'disk-reserve');

  test.each([
    ['is taken where it leaves more than the floor', 400, true],
    ['is not taken where it would lead below the floor', 280, false],
    ['is taken below the floor, where writes are refused in any case', 100, true],
    ['is not taken on a disk that is nearly full', 40, false],
  ])('%s', async (_, megabytes, isTaken) => {
    await watch(megabytes);
    expect(await readdir(folder)).toEqual(isTaken ? ['disk-reserve'] : []);
    if (isTaken) expect((await stat(path())).size).toBe(RESERVE_BYTES);
  });

  test('that was not written to its end is written again', async () => {
    await writeFile(path(), 'x');
    await watch(400);
    expect((await stat(path())).size).toBe(RESERVE_BYTES);
  });

  test('makes room for a start on a full disk, and again for those that follow', async () => {
    const report = (line: string) => lines.push(line);
    expect(await makeRoomToStart(folder, report, async () => 0)).toBe(false);
    await watch(400);
    expect(await makeRoomToStart(folder, report, async () => 400 * MB)).toBe(true);
    expect(await reserveSize(folder)).toBe(RESERVE_BYTES);
    expect(lines).toEqual([]);

    // Other programs use what a start released before the next one.
    const left: number[] = [];
    for (let start = 1; start <= 5; start++) {
      const before = await reserveSize(folder);
      const freeBytes = async () => before - (await reserveSize(folder));
      expect(await makeRoomToStart(folder, report, freeBytes)).toBe(true);
      left.push((await reserveSize(folder)) / MB);
    }
    expect(left).toEqual([8, 4, 2, 1, 0]);
    expect(lines[0]).toBe(
      `The disk of ${folder} is full (0 MB free): PostgreSQL starts with a part of the reserve, 8 MB are left of it`,
    );
    expect(await makeRoomToStart(folder, report, async () => 0)).toBe(false);
    expect(lines).toHaveLength(5);
  });

  test('is given to PostgreSQL when the disk is full, and taken again when there is space', async () => {
    await watch(400);
    await becomes(15);
    await becomes(14);
    // The rest is kept for starts.
    expect((await stat(path())).size).toBe(8 * MB);
    expect(lines.at(-1)).toBe(
      `The disk of ${folder} is full (15 MB free): its reserve was released. Free some space now`,
    );
    await becomes(400);
    expect((await stat(path())).size).toBe(RESERVE_BYTES);
  });
});
