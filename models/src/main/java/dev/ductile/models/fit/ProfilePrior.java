package dev.ductile.models.fit;

import dev.ductile.api.Speed;
import dev.ductile.models.profile.ProfileModel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The speed of a profile at each setup. Parameters that the profile leaves open are taken from the
 * setup.
 */
final class ProfilePrior implements Function<Setup, Speed> {
  /**
   * The batch of a job whose samples were not counted; it does not replace the batch of the
   * profile.
   */
  private static final double UNKNOWN = 1;

  /** The cache has as many speeds as a fit has setups; further ones are computed at each call. */
  private static final int MOST_KEPT = Fitter.MOST_SETUPS;

  private final ProfileModel.Parameters profile;
  private final Map<ProfileModel.Parameters, Speed> speeds = new ConcurrentHashMap<>();

  /** Creates one speed now, so that bad parameters are refused at once. */
  ProfilePrior(ProfileModel.Parameters profile) {
    this.profile = profile;
    speeds.put(profile, new ProfileModel().create(profile));
  }

  @Override
  public Speed apply(Setup setup) {
    ProfileModel.Parameters as = setup.servers() > 0 ? profile.withServers() : profile;
    ProfileModel.Parameters asked = setup.batch() == UNKNOWN ? as : as.withSamples(setup.batch());
    Speed known = speeds.get(asked);
    if (known != null) {
      return known;
    }
    Speed made = new ProfileModel().create(asked);
    if (speeds.size() < MOST_KEPT) {
      speeds.put(asked, made);
    }
    return made;
  }
}
