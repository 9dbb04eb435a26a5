import type { networkInterfaces } from 'node:os'

export function forPhones(
  url: string,
  host: string | undefined,
  interfaces: ReturnType<typeof networkInterfaces>,
): string[]
