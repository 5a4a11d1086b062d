import type { ModelProviderKind } from './model.ts'

interface PictureLimits {
  /** Bytes of one picture that the API takes; absent: unknown. */
  bytes?: number
  /** Pixels of one side that the model looks at: larger pictures are made smaller by the API first. */
  edge: number
}

/** The limits of each vendor's API on one picture, by its documentation. */
const LIMITS: Readonly<Record<ModelProviderKind, PictureLimits>> = {
  // platform.claude.com/docs/en/build-with-claude/vision: 5 MB of base64, 8,000 pixels a side; a long edge of more
  // than 1,568 pixels is scaled down.
  anthropic: { bytes: (5 * 1024 * 1024 * 3) / 4, edge: 1568 },
  // docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html: 3.75 MB, 8,000 pixels a side.
  'amazon-bedrock': { bytes: 3_750_000, edge: 1568 },
  // platform.openai.com/docs/guides/images-vision: 50 MB of pictures a request; scaled into 2,048 × 2,048.
  'openai-responses': { bytes: 20_000_000, edge: 2048 },
  'azure-openai': { bytes: 20_000_000, edge: 2048 },
  // Of other endpoints with chat completions nothing is known; most scale as OpenAI does.
  'openai-compatible': { edge: 2048 },
  // ai.google.dev/gemini-api/docs/image-understanding: 20 MB a request; scaled into 3,072 × 3,072.
  google: { bytes: 14_000_000, edge: 3072 },
}

/** The edge for a chat without a model: all models see a picture of this size whole. */
const SMALLEST = Math.min(...Object.values(LIMITS).map(({ edge }) => edge))

/** Pixels of the longer side that a model looks at. */
export const pictureEdge = (kind: ModelProviderKind | undefined): number =>
  kind === undefined ? SMALLEST : LIMITS[kind].edge

/** True if a picture has more bytes than the provider's API takes. */
export function isPictureTooLarge(kind: ModelProviderKind, bytes: number): boolean {
  return bytes > (LIMITS[kind].bytes ?? Infinity)
}
