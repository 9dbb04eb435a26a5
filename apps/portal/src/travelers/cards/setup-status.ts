/** How far adding a card is, in the specification's numbers. */
export const setupStatus = { idle: 0, success: 1, error: 2 } as const
export type SetupStatus = (typeof setupStatus)[keyof typeof setupStatus]

/** An error blocks nothing: once its message is closed, the setup is idle again. */
export const statusOf = (setup: { added: boolean; error: string }): SetupStatus => {
  if (setup.error !== '') return setupStatus.error
  return setup.added ? setupStatus.success : setupStatus.idle
}
