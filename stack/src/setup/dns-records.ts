import { BlockList, isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6')
}

/** Returns the addresses at which the internet reaches this machine, as far as it knows them itself. */
export function publicAddresses(
  interfaces: NodeJS.Dict<readonly Pick<NetworkInterfaceInfo, 'address'>[]>,
): readonly string[] {
  const addresses = Object.values(interfaces).flatMap((each) => each ?? [])
  return addresses
    .map(({ address }) => address)
    .filter((address) => !PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
}

/** Writes the records that the operator's name server needs. */
export function dnsRecords(
  hosts: readonly string[],
  addresses: readonly string[],
  /** Domain of the sender of mails; null without mails. */
  mailDomain: string | null,
): string {
  const known = addresses.length === 0 ? ['<address of this server>'] : addresses
  const records = hosts.flatMap((host) =>
    known.map((address) => `${host}. ${isIPv6(address) ? 'AAAA' : 'A'} ${address}`),
  )
  const mail =
    mailDomain === null
      ? []
      : [
          '',
          '# Without these three, login codes arrive as spam. Your mail provider says the values of the first two.',
          `${mailDomain}. TXT "v=spf1 include:<your mail provider> -all"`,
          `<selector>._domainkey.${mailDomain}. TXT "v=DKIM1; k=rsa; p=<key of your mail provider>"`,
          `_dmarc.${mailDomain}. TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@${mailDomain}"`,
        ]
  return `${['# Records of this installation.', ...records, ...mail].join('\n')}\n`
}
