import type { WrittenChannel, MessageEvent } from '@ambit/contract'

/** A line whose placeholder has no value is left out. */
export type MessageTexts = Readonly<
  Record<MessageEvent, { subject: string } & Readonly<Record<WrittenChannel, string>>>
>
