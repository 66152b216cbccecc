import { expect, test } from 'vitest';
import { networkOf, siteNetwork, truncateAddress } from './address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['203.0.113.7:1234', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:99', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['010.001.001.001', 'unknown'],
  ['nonsense', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7:1234', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8:1:ffff::9', '2001:db8:1'],
  ['forged', 'unknown'],
])('the site of %s is %s', (address, site) => {
  expect(siteNetwork(address)).toBe(site);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::FFFF:cb00:7107', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8::9', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['203.0.113.7:1234', '203.0.113.0/24'],
  ['[2001:db8:1::9]:443', '2001:db8:1::/48'],
  ['ana@ejemplo.cl', 'unknown'],
  ['', 'unknown'],
])('a log contains %s as %s', (address, truncated) => {
  expect(truncateAddress(address)).toBe(truncated);
});
