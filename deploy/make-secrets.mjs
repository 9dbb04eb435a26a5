// The first start of deploy/compose.yml: a password for the database, and the address that the server reads it from.
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, writeFileSync } from 'node:fs'

const AMBIT = 10_001
const url = '/secrets/database-url'

if (!existsSync(url)) {
  const password = randomBytes(24).toString('base64url')
  writeFileSync('/secrets/database-password', password, { mode: 0o600 })
  writeFileSync(url, `postgresql://ambit:${password}@database/ambit`, { mode: 0o600 })
  chownSync(url, AMBIT, AMBIT)
}
