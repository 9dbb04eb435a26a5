import type { ThreadLine } from '../device/device.ts'

/** Dispatch wrote it, and the driver has not opened it. */
export const isUnread = ({ from, standing }: ThreadLine): boolean => from === 'dispatch' && standing !== 'read'
