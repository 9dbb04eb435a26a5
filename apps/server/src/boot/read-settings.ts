import { type Environment, given as text, type Variable } from './variables.ts'

/** An invalid setting. The message is one sentence for the operator. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

export const oneOf = <T extends string>(env: Environment, key: Variable, known: readonly T[]): T | null => {
  const value = text(env, key)
  if (value === null) return null
  const found = known.find((word) => word === value)
  if (found === undefined) throw new WrongSetting(`${key} must be one of ${known.join(', ')}, not "${value}".`)
  return found
}

export const addressFrom = (env: Environment, key: Variable, example: string): string | null => {
  const value = text(env, key)
  if (value === null) return null
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new WrongSetting(`${key} must be an address such as ${example}, not "${value}".`)
  return value
}
