import type { Tool } from '@gatehouse/domain'

export const sampleTools: Tool[] = [
  {
    name: 'read_text_file',
    title: 'Read text file',
    description:
      'Reads the complete contents of a file as text. Only works within allowed directories.',
    inputSchema: {
      type: 'object',
      required: ['path'],
      properties: {
        path: { type: 'string', description: 'Absolute or relative path' },
        head: { type: 'integer', minimum: 1, description: 'If given, only the first N lines' },
        tail: { type: 'integer', minimum: 1, description: 'If given, only the last N lines' },
      },
    },
    outputSchema: {
      type: 'object',
      required: ['content'],
      properties: { content: { type: 'string' } },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a new file or overwrites an existing one.\u200b Use with caution.',
    inputSchema: {
      type: 'object',
      required: ['path', 'content'],
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        mode: {
          type: 'string',
          enum: ['create', 'overwrite'],
          default: 'create',
          description: 'What to do when it exists',
        },
      },
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'edit_file',
    description: 'Makes line-based edits and returns a diff.',
    inputSchema: {
      type: 'object',
      required: ['path', 'edits'],
      properties: {
        path: { type: 'string' },
        edits: {
          type: 'array',
          items: {
            type: 'object',
            required: ['oldText'],
            properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
          },
        },
        dryRun: { type: 'boolean', default: false },
      },
    },
  },
  {
    name: 'list_allowed_directories',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
]
