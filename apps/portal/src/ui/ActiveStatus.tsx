import { StatusTag } from './StatusTag.tsx'

/** Active is green, any other status red. */
export const ActiveStatus = ({ status, label }: { status: string; label: string }) => (
  <StatusTag tone={status === 'active' ? 'success' : 'danger'}>{label}</StatusTag>
)
