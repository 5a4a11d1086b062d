/** Words for the result of a check of the record; loaded with it. */
export const auditCheck = {
  title: 'Verify integrity',
  intact_one: 'Hash chain intact: {{number}} entry',
  intact_other: 'Hash chain intact: {{number}} entries',
  means: 'Each entry matches the hash of the one before it.',
  meansCut:
    'Entries up to number {{record}} were deleted because of your retention setting. Every other entry matches the hash of the one before it.',
  meansOlder_one: '{{number}} older entry has no hash and was not checked.',
  meansOlder_other: '{{number}} older entries have no hashes and were not checked.',
  meansRestored:
    'Entries before number {{record}} came with a restored backup, made on another computer or at another time. Their hashes match, but no key of this computer vouches for them.',
  signatures: {
    used: 'Signed with a key in your keychain',
    begins: 'The key signs entries after number {{record}}.',
    through:
      'Nobody without this key has rewritten entries up to number {{record}} since the key covered them. An unsigned entry is covered by the next signed one; a change before that is not found.',
    anchored:
      'From now on nobody without your keychain can change or remove entries up to number {{record}} without being found.',
    later:
      'Newer entries can still be cut off, or changed after their signatures are removed, without being found.',
    earlier_one: '{{number}} signature of an earlier key was not checked: that key is lost.',
    earlier_other: '{{number}} signatures of an earlier key were not checked: that key is lost.',
    reader:
      'A program that can read your keychain can still rewrite the record. To find that, compare the record with an export kept elsewhere.',
    unchecked: 'Signatures were not checked',
    closed:
      'Gatehouse has not used the keychain since it started, and does not open it for this check. Use a model or server with a stored secret, then verify again.',
    locked: 'The keychain is locked. Unlock it in Settings > Keychain, then verify again.',
    unavailable:
      'No keychain can be used, so the key cannot be read. Settings > Keychain explains why.',
    none: 'No entry is signed. Gatehouse makes the key when it stores the next secret in the keychain.',
    missing_one:
      '{{number}} entry is signed, but the keychain has no key for it. The key was deleted, or the data was copied from another profile or computer.',
    missing_other:
      '{{number}} entries are signed, but the keychain has no key for them. The key was deleted, or the data was copied from another profile or computer.',
    writer:
      'Anyone who can write to this file could still rewrite entries and recompute the hashes. To find that, compare the record with an export kept elsewhere.',
  },
  fault: {
    changed: 'An entry was changed outside Gatehouse',
    missing: 'Entries were removed outside Gatehouse',
    'missing-end': 'The latest entries were removed outside Gatehouse',
    deleted: 'Deleted entries had been changed outside Gatehouse',
    rewritten: 'Entries were rewritten outside Gatehouse',
  },
  deletedAt:
    'Entry {{record}}, or one before it, was found changed or missing when it was deleted as old.',
  faultAt: 'The hash chain breaks at entry {{record}}.',
  faultAtTime: 'The hash chain breaks at entry {{record}}, dated {{at}}.',
  endsAt:
    'Entries after number {{record}} are missing. Restoring an older copy of the data has the same effect.',
  rewrittenAt:
    'Entry {{record}}, or one before it, does not match the key in the keychain. Restoring an older copy of the data has the same effect.',
}
