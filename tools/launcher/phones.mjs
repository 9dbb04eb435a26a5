// Where a phone in the same network finds the apps, as lines for the terminal.

const everywhere = new Set(['0.0.0.0', '::'])

/** `interfaces`: as `os.networkInterfaces` answers them. */
export function forPhones(url, host, interfaces) {
  const addresses = Object.values(interfaces)
    .flat()
    .filter((one) => one.family === 'IPv4' && !one.internal)
    .map((one) => one.address)
  if (!everywhere.has(host)) return ['  For phones in the same network start it with --host 0.0.0.0.']
  if (addresses.length === 0) return ['  This machine is in no network that a phone could be in.']
  const { port } = new URL(url)
  return [
    '  On a phone in the same network',
    ...addresses.flatMap((address) => [
      `    drivers              http://${address}:${port}/Drive`,
      `    passengers           http://${address}:${port}/Ride`,
    ]),
    '  Without https a phone neither keeps an app nor tells where it is: docs/operating/running.md, Behind a proxy.',
  ]
}
