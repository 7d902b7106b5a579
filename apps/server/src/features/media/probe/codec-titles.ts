/** Names of codecs for people, by ffmpeg's name, by the name in an ISO file, or by the number in a transport stream. */
const TITLES: Readonly<Record<string, string>> = {
  vvc: 'VVC (H.266)',
  vvc1: 'VVC (H.266)',
  vvi1: 'VVC (H.266)',
  '0x0033': 'VVC (H.266)',
  dav1: 'AV1 with Dolby Vision',
  evc: 'EVC',
  evc1: 'EVC',
  lcevc: 'LCEVC',
  lvc1: 'LCEVC',
  avs2: 'AVS2',
  avs3: 'AVS3',
  jpeg2000: 'JPEG 2000',
  mjp2: 'JPEG 2000',
  cfhd: 'CineForm',
  rv10: 'RealVideo',
  rv20: 'RealVideo',
  rv30: 'RealVideo',
  rv40: 'RealVideo',
  apv1: 'APV',
};

/** ffprobe's description of a track. */
interface DescribedTrack {
  codec_name?: string | undefined;
  codec_tag_string: string;
  codec_tag: string;
}

/** The name of an unsupported codec, for people; null if unknown. */
export function codecTitle({
  codec_name: name,
  codec_tag_string: tag,
  codec_tag: number,
}: DescribedTrack): string | null {
  const known = TITLES[name ?? ''] ?? TITLES[tag] ?? TITLES[number];
  if (known) return known;
  if (name && name !== 'unknown' && name !== 'none') return name.toUpperCase();
  return /^\w{4}$/.test(tag) ? tag.toUpperCase() : null;
}
