import { cruise, type IConfiguration } from 'dependency-cruiser';
import rules from '../dependency-cruiser.config.ts';
import featureRules from '../dependency-cruiser.features.config.ts';

/**
 * Checks import directions, and that the server's features have no cycles. In one process, to load the compiler once.
 */
async function breaksRules({ options, forbidden = [] }: IConfiguration, places: string[]): Promise<boolean> {
  const { output, exitCode } = await cruise(places, {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    outputType: 'err',
  });
  console.log(String(output));
  return exitCode > 0;
}

const broken = [
  await breaksRules(rules, ['apps', 'packages', 'e2e', 'scripts', 'bench', 'deploy']),
  await breaksRules(featureRules, ['apps/server/src/features']),
];
if (broken.includes(true)) process.exitCode = 1;
