import type { Config } from '../config.ts'

/** Scheme, host and port that links in mails start with; never taken from a request, whose host can be forged. */
export const publicUrlOf = ({ publicUrl, host, port }: Config): string => {
  if (publicUrl !== null) return publicUrl.replace(/\/$/, '')
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? 'localhost' : host}:${port}`
}
