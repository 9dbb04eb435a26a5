import type { Environment } from '@ambit/contract'

const local = ['localhost', '127.0.0.1', '[::1]', '::1']

/** The environment of a host name (PERM-39..44). `host` may carry a port. */
export const environmentOf = (host: string): Environment => {
  const name = host.trim().toLowerCase().replace(/:\d+$/, '')
  if (name.includes('uat')) return 'uat'
  if (name.includes('staging')) return 'staging'
  if (name.includes('demo')) return 'demo'
  if (local.includes(name) || name.includes('dev')) return 'dev'
  return 'prod'
}
