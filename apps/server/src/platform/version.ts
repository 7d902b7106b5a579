import packageJson from '../../package.json' with { type: 'json' };

/** The version of this Kinreel, as in CHANGELOG.md. */
export const VERSION: string = packageJson.version;
