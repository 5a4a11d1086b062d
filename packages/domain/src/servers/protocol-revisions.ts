/** Every protocol revision that is spoken, newest first; the first is the modern era's. */
export const PROTOCOL_REVISIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const
