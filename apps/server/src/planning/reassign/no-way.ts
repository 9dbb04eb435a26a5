import type { Reason } from '@ambit/contract'

/** An option that does not exist for this plan, and why. */
export class NoWay extends Error {
  override readonly name = 'NoWay'
  readonly reasons: readonly Reason[]
  constructor(reasons: readonly Reason[]) {
    super(reasons[0]?.text ?? 'No other way was found')
    this.reasons = reasons
  }
}
