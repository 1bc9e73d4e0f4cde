package dev.ductile.models.fit;

import dev.ductile.api.Speed;
import dev.ductile.models.profile.ProfileModel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The speed of a profile for each setup; what the profile leaves open is as it was measured. */
final class PriorFit implements Function<Setup, Speed> {
  /** The batch of jobs whose samples nobody counted: it says nothing. */
  private static final double UNKNOWN = 1;

  /** As many as a fit has setups; further ones are made anew for each question. */
  private static final int MOST_KEPT = Fitter.MOST_SETUPS;

  private final ProfileModel.Parameters profile;
  private final Map<ProfileModel.Parameters, Speed> speeds = new ConcurrentHashMap<>();

  /** Refuses what the profile would refuse, and not only when somebody asks. */
  PriorFit(ProfileModel.Parameters profile) {
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
