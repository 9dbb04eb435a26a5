import { Modal, Skeleton, Stack } from '@mantine/core'
import { dialogStrings } from './strings.ts'

/** A dialog whose code or record is on its way; it has a name already. */
export const DialogSkeleton = () => (
  <Stack p="lg" gap="md" aria-busy="true">
    <Modal.Title className="visually-hidden">{dialogStrings.loading}</Modal.Title>
    <Skeleton h={22} w="45%" />
    <Skeleton h={120} />
  </Stack>
)
