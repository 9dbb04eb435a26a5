export const noticeTypes = ['success', 'error', 'warning', 'info', 'version-update'] as const
export type NoticeType = (typeof noticeTypes)[number]

export type NoticeAction = { label: string; run: () => void }

export type Notice = {
  title: string
  type: NoticeType
  message: string | readonly string[]
  /** milliseconds until it closes by itself; false: stays, with a close button */
  decay?: number | false
  /** a later notice with the same key takes this one's place */
  key?: string
  actions?: readonly NoticeAction[]
  /** however it went: by an action, the close button or time */
  onClose?: () => void
}

export const DEFAULT_DECAY = 3500
export const LONG_MESSAGE = 300
export const BADGE_MAXIMUM = 10

export const decayOf = (notice: Pick<Notice, 'decay'>): number | false => notice.decay ?? DEFAULT_DECAY

/** Long messages are mostly dumps: they are shown as code. */
export const isLong = (message: Notice['message']): boolean =>
  (typeof message === 'string' ? message : message.join('\n')).length > LONG_MESSAGE

/** 11 waiting things read `10+` */
export const badgeText = (count: number): string => (count > BADGE_MAXIMUM ? `${BADGE_MAXIMUM}+` : String(count))

export const updatedMessage = (entity: string): string => `${entity} successfully updated.`
export const createdMessage = (entity: string): string => `${entity} successfully created.`
