import { Skeleton, Stack } from '@mantine/core'
import { dialogStrings } from './strings.ts'

/** A dialog whose code or record is on its way; it has a name already. */
export const DialogSkeleton = ({ titleId }: { titleId: string }) => (
  <Stack p="lg" gap="md" aria-busy="true">
    <h2 id={titleId} className="visually-hidden">
      {dialogStrings.loading}
    </h2>
    <Skeleton h={22} w="45%" />
    <Skeleton h={120} />
  </Stack>
)
