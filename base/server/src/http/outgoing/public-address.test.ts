import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  test.each(['93.184.216.34', '8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700:4700::1111'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    ['this host', '0.0.0.0'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.16.0.1'],
    ['a private network', '192.168.1.1'],
    ['a shared network (CGNAT)', '100.64.0.1'],
    ['loopback', '127.8.9.1'],
    ['the metadata service of a cloud', '169.254.169.254'],
    ['broadcast', '255.255.255.255'],
    ['multicast', '224.0.0.1'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['an IPv4-mapped address', '::ffff:127.0.0.1'],
    ['an IPv4-mapped address in hex', '::ffff:7f00:1'],
    ['an IPv4-compatible address', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['a unique local address', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
  ])('refuses %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
